import { shell } from 'electron';

/** Shows a file in the system's file manager. Its one caller gives files that this process exported. */
export function revealFile(file: string): void {
  shell.showItemInFolder(file);
}
