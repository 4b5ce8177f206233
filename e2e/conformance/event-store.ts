import type { EventStore } from '@modelcontextprotocol/server';

type Message = Parameters<EventStore['storeEvent']>[1];

/** Keeps the events of one session, so that a stream that ended can be read on. */
export function createEventStore(): EventStore {
  const events: { readonly id: string; readonly stream: string; readonly message: Message }[] = [];
  return {
    async storeEvent(stream, message) {
      const id = `${stream}_${events.length}`;
      events.push({ id, stream, message });
      return id;
    },
    async getStreamIdForEventId(id) {
      return events.find((event) => event.id === id)?.stream;
    },
    async replayEventsAfter(lastId, { send }) {
      const at = events.findIndex((event) => event.id === lastId);
      const stream = events[at]?.stream ?? '';
      // An event without a message is the one that opened its stream.
      const missed = events.slice(at + 1).filter((event) => event.stream === stream);
      for (const { id, message } of missed) {
        if (Object.keys(message).length > 0) await send(id, message);
      }
      return stream;
    },
  };
}
