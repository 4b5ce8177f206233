import { describe, expect, it } from 'vitest';
import { gridAction } from './grid-keys.ts';

const press = (key: string, part: Partial<Parameters<typeof gridAction>[0]> = {}) =>
  gridAction({ key, shiftKey: false, commandKey: false, altKey: false, ...part });

describe('the grid’s keyboard', () => {
  it('moves by arrows and by j and k, and selects with Shift', () => {
    expect(press('ArrowDown')).toEqual({ kind: 'move', by: 'row', step: 1, extend: false });
    expect(press('j')).toEqual(press('ArrowDown'));
    expect(press('k')).toEqual({ kind: 'move', by: 'row', step: -1, extend: false });
    expect(press('ArrowUp', { shiftKey: true })).toMatchObject({ step: -1, extend: true });
    expect(press('PageDown')).toMatchObject({ by: 'page', step: 1 });
    expect(press('PageUp')).toMatchObject({ by: 'page', step: -1 });
  });

  it('goes to both ends, with Ctrl as well', () => {
    expect(press('Home')).toEqual({ kind: 'edge', to: 'newest' });
    expect(press('End', { commandKey: true })).toEqual({ kind: 'edge', to: 'oldest' });
  });

  it('opens, closes, selects, copies and walks the cells', () => {
    expect(press('Enter')).toEqual({ kind: 'open' });
    expect(press('Escape')).toEqual({ kind: 'close' });
    expect(press(' ')).toEqual({ kind: 'toggle' });
    expect(press('a', { commandKey: true })).toEqual({ kind: 'select-all' });
    expect(press('c', { commandKey: true })).toEqual({ kind: 'copy' });
    expect(press('ArrowRight')).toEqual({ kind: 'column', step: 1 });
  });

  it('leaves every other key to the window', () => {
    expect(press('/')).toBeNull();
    expect(press('e')).toBeNull();
    expect(press('z', { commandKey: true })).toBeNull();
    expect(press('ArrowLeft', { altKey: true })).toBeNull();
    expect(press('Tab')).toBeNull();
  });
});
