import { Menu, type MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  readonly show: () => void;
  readonly exportWrites: () => void;
  readonly openSettings: () => void;
  readonly quit: () => void;
}

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly packaged: boolean;
  readonly actions: MenuActions;
}

/** The application menu. Quit is in it wherever it shows: without a tray it is the only visible way out (case g10). */
export function setApplicationMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menuTemplate(options)]));
}

function menuTemplate({
  platform,
  packaged,
  actions,
}: MenuOptions): readonly MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: actions.openSettings,
  };
  // Not the role: its own wording is the system's, and the click must drain like every other end.
  const quit: MenuItemConstructorOptions = {
    label: 'Quit Inkwatch',
    accelerator: 'CmdOrCtrl+Q',
    click: actions.quit,
  };
  const ownMenu: MenuItemConstructorOptions = {
    label: 'Inkwatch',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      quit,
    ],
  };
  const exporting: MenuItemConstructorOptions = {
    label: 'Export…',
    accelerator: 'CmdOrCtrl+E',
    click: actions.exportWrites,
  };
  return [
    ...(mac ? [ownMenu] : []),
    {
      label: '&File',
      submenu: mac
        ? [exporting, { type: 'separator' }, { role: 'close' }]
        : [exporting, settings, { type: 'separator' }, { role: 'close' }, quit],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(packaged ? [] : [{ type: 'separator' } as const, { role: 'toggleDevTools' } as const]),
      ],
    },
    {
      label: '&Window',
      role: 'window',
      submenu: [
        { label: 'Show Inkwatch', click: actions.show },
        { role: 'minimize' },
        ...(mac ? [{ role: 'zoom' } as const] : []),
        // On macOS Quit stands in the app's own menu, where people look for it.
        ...(mac ? [] : [{ type: 'separator' } as const, { ...quit, accelerator: '' }]),
      ],
    },
  ];
}
