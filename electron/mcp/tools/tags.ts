import { z } from 'zod';
import { cutBytes } from '../../../shared/text.ts';
import type { JsonObject } from '../json-rpc.ts';
import { requiredText } from './tool.ts';

const mostTags = 50;
const mostBytes = 128;

const tag = requiredText().refine((text) => Buffer.byteLength(text) <= mostBytes, {
  error: `must have at most ${mostBytes} bytes`,
});

/** Up to 50 tags of up to 128 bytes each. */
export const tagsArgument = () =>
  z
    .array(tag)
    .max(mostTags)
    .describe(`Up to ${mostTags} short tags of at most ${mostBytes} bytes.`);

/** Tags of unchecked arguments, as a row may hold them. */
export function tagsMember(args: JsonObject): readonly string[] | null {
  const { tags } = args;
  if (!Array.isArray(tags)) return null;
  return tags
    .slice(0, mostTags)
    .filter((entry): entry is string => typeof entry === 'string')
    .map((entry) => cutBytes(entry.toWellFormed(), mostBytes));
}
