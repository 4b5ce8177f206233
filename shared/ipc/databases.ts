import { z } from 'zod';
import { type AddDatabase, addDatabaseSchema, type DatabaseView } from '../databases.ts';
import { noArgs } from './arguments.ts';

export const databasesRequests = {
  'databases:list': noArgs,
  'databases:add': addDatabaseSchema,
  'databases:remove': z.strictObject({ name: z.string().min(1).max(64) }),
} as const satisfies Record<string, z.ZodType>;

export interface DatabasesResults {
  'databases:list': readonly DatabaseView[];
  'databases:add': DatabaseView;
  'databases:remove': null;
}

export interface DatabasesApi {
  list(): Promise<readonly DatabaseView[]>;
  add(database: AddDatabase): Promise<DatabaseView>;
  remove(name: string): Promise<null>;
}
