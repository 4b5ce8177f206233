import { randomUUID } from 'node:crypto';

/** Names this process to itself: a request that carries it came from here. */
export const ownMark = { header: 'inkwatch-behind', value: randomUUID() } as const;
