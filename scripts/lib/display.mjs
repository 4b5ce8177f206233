import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether a window could be shown here. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** @param {string} path */
const kernelSays = (path) => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
};

/**
 * Why Chromium's sandbox cannot work here, or undefined where it can. Linux only: root may not use it,
 * and a kernel that keeps user namespaces from unprivileged programs (Ubuntu since 23.10) leaves only
 * the set-uid helper, which an unpacked Electron does not have.
 * @param {string} executable
 */
export const sandboxObstacle = (executable) => {
  if (process.platform !== 'linux') return undefined;
  if (process.getuid?.() === 0) return 'it is refused to root';
  const closed =
    kernelSays('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    kernelSays('/proc/sys/kernel/unprivileged_userns_clone') === '0';
  if (!closed) return undefined;
  const helper = statSync(join(dirname(executable), 'chrome-sandbox'), { throwIfNoEntry: false });
  const setUid = helper?.uid === 0 && (helper.mode & 0o4000) !== 0;
  return setUid ? undefined : 'this system lets only installed programs use it';
};
