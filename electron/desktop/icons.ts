/// <reference types="vite/types/importMeta.d.ts" />
import { type NativeImage, nativeImage } from 'electron';
import windowIcon from './assets/window-icon.png?inline';
import type { TrayFace } from './tray-words.ts';

// Inlined by the build: a package then cannot miss an icon, and no path has to be right.
const drawings = import.meta.glob<string>('./assets/tray-*.png', {
  eager: true,
  query: '?inline',
  import: 'default',
});

function drawing(name: string): string {
  const url = drawings[`./assets/${name}.png`];
  if (url === undefined) throw new Error(`no drawing named ${name}`);
  return url;
}

/** Name and scale of each size that a platform's tray asks for, the plain one first. */
function sizes(face: TrayFace, platform: NodeJS.Platform): readonly (readonly [string, number])[] {
  switch (platform) {
    case 'darwin':
      return [
        [`tray-${face}-template-18`, 1],
        [`tray-${face}-template-36`, 2],
      ];
    case 'win32':
      return [
        [`tray-${face}-16`, 1],
        [`tray-${face}-24`, 1.5],
        [`tray-${face}-32`, 2],
        [`tray-${face}-48`, 3],
      ];
    default:
      return [
        [`tray-${face}-24`, 1],
        [`tray-${face}-48`, 2],
      ];
  }
}

/** The tray's icon, in all densities; on macOS a template, which the menu bar colours itself. */
export function trayIcon(face: TrayFace, platform: NodeJS.Platform): NativeImage {
  const image = nativeImage.createEmpty();
  for (const [name, scaleFactor] of sizes(face, platform)) {
    image.addRepresentation({ scaleFactor, dataURL: drawing(name) });
  }
  image.setTemplateImage(platform === 'darwin');
  return image;
}

export function appIcon(): NativeImage {
  return nativeImage.createFromDataURL(windowIcon);
}
