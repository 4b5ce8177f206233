import { describe, expect, it } from 'vitest';
import { upstreamConfigSchema } from '../../../shared/upstream.ts';
import { tempHome } from '../../testing/temp-home.ts';
import { createFileSecrets } from './file-secrets.ts';
import { hiddenAddress, hiddenArgument } from './hidden-parts.ts';
import { openConfig, storeConfig } from './stored-config.ts';

const secret = 'SENTINEL-7f3a9c1e5b';

describe('case d02: secrets in a configuration', () => {
  it.each([
    [['--api-key', secret], 1],
    [['--token', secret], 1],
    [[`--api-key=${secret}`], 0],
    [['--header', `Authorization: Bearer ${secret}`], 1],
    [[`postgresql://me:${secret}@db.example/x`], 0],
    [[`https://mcp.example/sse?key=${secret}`], 0],
    [[`--url=https://mcp.example/sse?key=${secret}`], 0],
    [[`https://mcp.example/s/${secret}/mcp`], 0],
    [[`https://me:${secret}@mcp.example/`], 0],
  ])('are taken out of the arguments %j', (args, at) => {
    const part = hiddenArgument(args, at);
    expect(part?.shown).toContain('[redacted]');
    expect(part?.shown).not.toContain(secret);
    expect(part?.secrets.join('\n')).toContain(secret);
  });

  it.each(['-y', '@modelcontextprotocol/server-filesystem', '/home/me/my files', '--port', '7465'])(
    'are not seen in %s',
    (text) => expect(hiddenArgument([text], 0)).toBeNull(),
  );

  it('are taken out of addresses, and plain ones stay', () => {
    for (const plain of ['http://127.0.0.1:7465/mcp', 'https://mcp.example.com/v1/mcp']) {
      expect(hiddenAddress(plain)).toBeNull();
    }
    expect(hiddenAddress(`https://x.example/mcp?key=${secret}`)?.shown).toBe(
      'https://x.example/mcp?[redacted]',
    );
    expect(hiddenAddress('https://x.example/mcp#[redacted]')).not.toBeNull();
  });

  it.each([
    { kind: 'stdio', command: 'npx', args: ['-y', 'a', '--token', secret, '[redacted]'] },
    { kind: 'http', url: `https://me:${secret}@x.example/s/${secret}/mcp?key=${secret}#x` },
    { kind: 'sse', url: 'https://x.example/[redacted]', headers: { A: secret, B: '' } },
  ])('leave a stored configuration and come back: %j', (given) => {
    const store = createFileSecrets(`${tempHome()}/secrets.json`);
    const config = upstreamConfigSchema.parse({ name: 'a', ...given });
    const stored = upstreamConfigSchema.parse(
      JSON.parse(JSON.stringify(storeConfig(config, store))),
    );
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(openConfig(stored, store)).toEqual({ kind: 'ready', config });
  });
});
