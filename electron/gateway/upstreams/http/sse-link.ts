import { postHeaders } from '../../../wire/mcp-headers.ts';
import { readRawMessages } from '../../../wire/raw-message.ts';
import { type Link, type LinkEvents, UpstreamError } from '../link.ts';
import type { HttpEndpoint } from './endpoint.ts';
import { failureWords } from './words.ts';

export interface SseLinkOptions {
  readonly endpoint: HttpEndpoint;
  readonly events: LinkEvents;
  readonly signal: AbortSignal;
}

/**
 * Speaks the HTTP+SSE transport of 2024-11-05: one stream to read; its first event says where to post.
 * @throws UpstreamError where there is no such stream.
 */
export function openSseLink({ endpoint, events, signal }: SseLinkOptions): Promise<Link> {
  const over = new AbortController();
  let isOpen = false;

  const linkTo = (url: URL): Link => ({
    pid: null,
    hasStreams: false,
    send(message) {
      const body = Buffer.from(message.text);
      void endpoint
        .request({
          method: 'POST',
          lane: 'call',
          url,
          headers: { ...message.headers, ...postHeaders },
          body,
          signal: over.signal,
          onEvent: () => {},
        })
        .then((end) => {
          if (message.id === null || end.kind === 'ended' || over.signal.aborted) return;
          const why = failureWords(end);
          const isCertain = end.kind === 'status' ? end.status < 500 : !('sent' in end && end.sent);
          events.onLost(
            message.id,
            isCertain
              ? { kind: 'not-run', why, status: end.kind === 'status' ? end.status : null }
              : { kind: 'unknown', why },
          );
        });
    },
    settled() {},
    listen() {},
    close() {
      over.abort();
      return Promise.resolve();
    },
  });

  return new Promise((resolve, reject) => {
    const stop = (): void => over.abort();
    signal.addEventListener('abort', stop, { once: true });
    void endpoint
      .request({
        method: 'GET',
        lane: 'stream',
        headers: { accept: 'text/event-stream' },
        signal: over.signal,
        onEvent: ({ event, data }) => {
          if (event === 'endpoint' && !isOpen) {
            const url = URL.canParse(data, endpoint.url().href)
              ? new URL(data, endpoint.url())
              : null;
            if (url === null || url.origin !== endpoint.url().origin) {
              // Elsewhere it would be sent the person's headers.
              reject(new UpstreamError('It wants its messages sent to another host'));
              over.abort();
              return;
            }
            isOpen = true;
            resolve(linkTo(url));
            return;
          }
          if (event !== 'message') return;
          for (const message of readRawMessages(data)) {
            if (message.kind === 'bad') events.onGarbage(message.why, data.slice(0, 500));
            else events.onMessage(message, null);
          }
        },
      })
      .then((end) => {
        signal.removeEventListener('abort', stop);
        const why = end.kind === 'ended' ? 'it ended its stream' : failureWords(end);
        if (!isOpen) reject(new UpstreamError(`It cannot be reached: ${why}`));
        else if (!over.signal.aborted) events.onEnd(why);
        over.abort();
      });
  });
}
