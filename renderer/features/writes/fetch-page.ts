import type { WriteFilter } from '../../../shared/filter.ts';
import type { WritesApi } from '../../../shared/ipc/writes.ts';
import { beforeAll, type ListPage, type ListParam, pageSize } from './list-window.ts';

/** The page that a list asks for: rows by key, so that what arrives meanwhile is neither left out nor doubled. */
export async function fetchPage(
  writes: Pick<WritesApi, 'page' | 'newer'>,
  filter: WriteFilter,
  param: ListParam,
): Promise<ListPage> {
  switch (param.kind) {
    case 'newest': {
      const page = await writes.page({ filter, before: null, limit: pageSize });
      return { rows: page.rows, start: 0, newer: false, older: page.more };
    }
    case 'older': {
      const page = await writes.page({ filter, before: param.before, limit: pageSize });
      return { rows: page.rows, start: param.start, newer: true, older: page.more };
    }
    case 'newer': {
      const page = await writes.newer({ filter, after: param.after, limit: pageSize });
      const start = Math.max(0, param.end - page.rows.length);
      return { rows: page.rows, start, newer: page.more, older: true };
    }
    case 'oldest': {
      const page = await writes.newer({ filter, after: beforeAll, limit: pageSize });
      const start = Math.max(0, param.matching - page.rows.length);
      return { rows: page.rows, start, newer: page.more, older: false };
    }
  }
}
