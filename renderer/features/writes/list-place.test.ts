import { expect, test } from 'vitest';
import { type ListPlace, placeAt, shareOf, thumbLength, topPosition } from './list-place.ts';

// A million rows of which 2,000 are loaded, 400,000 from the newest; 20 are in view.
const place: ListPlace = {
  total: 1_000_000,
  offset: 400_000,
  loaded: 2_000,
  inView: 20,
  scrollTop: 0,
  scrollEnd: 67_320,
};

test('the thumb stands where the view is in the whole list, not in what is loaded', () => {
  expect(shareOf(place)).toBeCloseTo(0.400008, 6);
  expect(topPosition({ ...place, scrollTop: 33_660 })).toBe(400_990);
});

test('it is at its true ends only at the newest and at the oldest row', () => {
  const newest = { ...place, offset: 0 };
  const oldest = { ...place, offset: 998_000 };
  expect(shareOf(newest)).toBe(0);
  expect(shareOf({ ...newest, scrollTop: 67_320 })).toBeLessThan(0.002);
  expect(shareOf({ ...oldest, scrollTop: 67_320 })).toBe(1);
  expect(shareOf(oldest)).toBeLessThan(1);
});

test('a share inside what is loaded is a place to scroll to, and comes back as the same share', () => {
  const share = 401_000 / 999_980;
  const to = placeAt(place, share);
  if (to.kind !== 'here') throw new Error(`${to.kind} is elsewhere`);
  expect(shareOf({ ...place, scrollTop: to.scrollTop })).toBeCloseTo(share, 9);
});

test('any other share is a row to look for, or one of the ends', () => {
  expect(placeAt(place, 0)).toEqual({ kind: 'newest', position: 0 });
  expect(placeAt(place, 1)).toEqual({ kind: 'oldest', position: 999_980 });
  expect(placeAt(place, 0.5)).toEqual({ kind: 'row', position: 499_990 });
});

test('a list that fits into the view has nowhere to go', () => {
  const small = { ...place, total: 5, offset: 0, loaded: 5, scrollEnd: -400 };
  expect(shareOf(small)).toBe(0);
  expect(placeAt(small, 1)).toEqual({ kind: 'here', scrollTop: 0 });
  expect(thumbLength(small, 600)).toBe(600);
});

test('the thumb of a million rows is still large enough to hold', () => {
  expect(thumbLength(place, 600)).toBe(32);
  expect(thumbLength({ ...place, total: 40 }, 600)).toBe(300);
});
