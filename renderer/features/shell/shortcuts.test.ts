import { describe, expect, it } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

const press = (key: string, part: Partial<Parameters<typeof shortcutOf>[0]> = {}) =>
  shortcutOf({ key, shiftKey: false, commandKey: false, altKey: false, typing: false, ...part });

describe('keys that work anywhere', () => {
  it('search, set the time, export and show the sheet', () => {
    expect(press('/')).toBe('search');
    expect(press('t')).toBe('time');
    expect(press('e')).toBe('export');
    expect(press('?', { shiftKey: true })).toBe('sheet');
  });

  it('go back and forward through earlier filters', () => {
    expect(press('z', { commandKey: true })).toBe('back');
    expect(press('Z', { commandKey: true, shiftKey: true })).toBe('forward');
    expect(press('y', { commandKey: true })).toBe('forward');
    expect(press('ArrowLeft', { altKey: true })).toBe('back');
    expect(press('ArrowRight', { altKey: true })).toBe('forward');
  });

  it('are letters and undo of typing while a text is written', () => {
    expect(press('e', { typing: true })).toBeNull();
    expect(press('z', { typing: true, commandKey: true })).toBeNull();
  });

  it('open the palette, also out of a text', () => {
    expect(press('k', { commandKey: true })).toBe('palette');
    expect(press('K', { commandKey: true, typing: true })).toBe('palette');
    expect(press('k', { typing: true })).toBeNull();
  });

  it('leave other combinations to the system', () => {
    expect(press('e', { commandKey: true })).toBeNull();
    expect(press('t', { commandKey: true })).toBeNull();
    expect(press('q')).toBeNull();
  });
});
