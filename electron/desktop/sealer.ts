import { safeStorage } from 'electron';
import type { SecretSealer } from '../gateway/secrets/secret-store.ts';

/**
 * The operating system's keychain. On Linux without a keyring Chromium hides texts under a password that is
 * the same everywhere (`basic_text`): that is none.
 */
export const keychain: SecretSealer = {
  available() {
    if (!safeStorage.isEncryptionAvailable()) return false;
    return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
  },
  seal: (text) => safeStorage.encryptString(text).toString('base64'),
  open: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
};
