// An Electron window with nothing in it: the floor for the time a window takes to show.
import { app, BrowserWindow } from 'electron';

// Not awaited here: Electron is not ready before this module has ended.
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadFile('index.html');
});
