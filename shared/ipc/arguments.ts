import { z } from 'zod';

export const noArgs = z.strictObject({});
export const writeId = z.strictObject({ id: z.int().positive() });
