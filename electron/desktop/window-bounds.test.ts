import { expect, test } from 'vitest';
import { minimumSize, placeWindow, savedBoundsOf } from './window-bounds.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const saved = { x: 100, y: 80, width: 1300, height: 800, maximized: false };

test('a window opens where it was', () => {
  expect(placeWindow(saved, [screen])).toEqual({
    size: { width: 1300, height: 800 },
    at: { x: 100, y: 80 },
  });
});

test('a window on a display that is gone opens where the system puts it, at its size', () => {
  const there = { ...saved, x: 2000, width: 1200 };
  expect(placeWindow(there, [screen, second]).at).toEqual({ x: 2000, y: 80 });
  expect(placeWindow(there, [screen])).toEqual({ size: { width: 1200, height: 800 }, at: null });
});

test.each([
  { ...saved, y: -500 },
  { ...saved, x: 1900 },
  { ...saved, x: -1290 },
  { ...saved, y: 1030 },
])('a window whose top edge cannot be reached is placed anew: %j', (bounds) => {
  expect(placeWindow(bounds, [screen]).at).toBeNull();
});

test('a window is never larger than its display nor smaller than it can work', () => {
  expect(placeWindow({ ...saved, width: 9000, height: 9000 }, [screen]).size).toEqual({
    width: 1920,
    height: 1040,
  });
  expect(placeWindow({ ...saved, width: 10, height: 10, x: 0 }, [screen]).size).toEqual(
    minimumSize,
  );
  expect(placeWindow(null, [{ ...screen, width: 1024, height: 600 }]).size).toEqual({
    width: 1024,
    height: 600,
  });
});

test('a file from elsewhere is no place', () => {
  for (const value of [
    null,
    {},
    { x: 1 },
    { ...saved, width: 'wide' },
    { ...saved, x: Number.NaN },
  ]) {
    expect(savedBoundsOf(value)).toBeNull();
  }
  expect(savedBoundsOf({ x: 1.4, y: 2, width: 3, height: 4 })).toEqual({
    x: 1,
    y: 2,
    width: 3,
    height: 4,
    maximized: false,
  });
});
