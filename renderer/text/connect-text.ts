export const connectText = {
  page: 'Connect',
  first: 'Connect your first client',
  more: 'Connect a client',
  intro:
    'Inkwatch records what your AI clients write through MCP. Copy one entry into a client; its first write appears here by itself.',
  introFound:
    'Inkwatch records what your AI clients write through MCP. Connect a client that was found below, and Inkwatch adds the entry to its file once you have seen the change; or copy an entry by hand. The first write appears here by itself.',
  introMore:
    'Every client below may use the same address. What it writes is recorded from its first call on.',
  token: 'The token is masked here. Copy puts the whole entry on the clipboard.',
  ownToken:
    'All of these use this computer’s one token. To tell clients apart for sure, give each its own:',
  clients: 'Clients',
  copy: (name: string) => `Copy for ${name}`,
  copyShort: 'Copy',
  waiting: 'Waiting for the first write…',
  ask: 'ask your client: “remember that my favourite tea is Assam”.',
  sample: 'Explore with sample data',
  sampleOr: 'or',
  opening: 'Opening…',
  sampleOpened: 'The sample opens in a window of its own.',
  sampleFailed: (why: string) => `The sample could not be opened: ${why}`,
  notServing: {
    title: 'Clients cannot connect now',
    text: (why: string) =>
      `${why} Choose another port in Settings, or free this one and start again.`,
    settings: 'Open Settings',
  },
  failed: 'The entries cannot be read.',
} as const;
