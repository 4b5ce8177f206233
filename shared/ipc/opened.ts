/**
 * The window is there before the core is. Its requests wait until this one is answered; it tells nothing else, so
 * it is no request of `requestSchemas`.
 */
export const OPENED = 'app:opened';
