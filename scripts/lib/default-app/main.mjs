// Stands where Electron's own default_app.asar would: starts the app whose folder is named on the
// command line. Copied into the cached runtime, never into a package of Inkwatch.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app as publicApp } from 'electron';

// Two setters that Electron has for its own default app and leaves out of its types.
const app =
  /** @type {Electron.App & { setAppPath(path: string): void, setVersion(version: string): void }} */ (
    publicApp
  );

/** @param {string} path */
const isApp = (path) => statSync(join(path, 'package.json'), { throwIfNoEntry: false })?.isFile();

const named = process.argv.slice(1).find((arg) => !arg.startsWith('-') && isApp(resolve(arg)));
if (named === undefined) {
  process.stderr.write('This Electron starts an app: electron FOLDER\n');
  app.exit(2);
} else {
  const folder = resolve(named);
  const { name, productName, version, main } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  app.setAppPath(folder);
  app.setName(productName ?? name);
  if (version !== undefined) app.setVersion(version);
  // As with the real one: the data folder follows the app's name, not the runtime's.
  app.setPath('userData', join(app.getPath('appData'), app.getName()));
  // Awaited at the top level, so that `ready` waits for the app's own listeners.
  await import(pathToFileURL(join(folder, main ?? 'index.js')).href);
}
