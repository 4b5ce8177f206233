import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackups } from './backups.ts';
import { fileDigest, restoreClientFile } from './change-file.ts';
import { clientDialects } from './clients.ts';
import { address, allOf, desktop, fileAt, type Place, place, plan } from './import.test-help.ts';
import { connectClient, pointToInkwatch, previewConnection } from './point-to-inkwatch.ts';

describe('restoring a client’s file', () => {
  const connected = (at: Place, text = desktop) => {
    const file = at.put('claude-desktop', text);
    const digest = fileDigest(file.file);
    expect(connectClient({ ...file, digest }, address, at.backups).kind).toBe('changed');
    return file.file;
  };

  it('goes back over all changes of Inkwatch’s that follow each other', () => {
    const at = place();
    const file = connected(at);
    const planned = plan([fileAt('claude-desktop', file)]);
    expect(pointToInkwatch(planned.entries, allOf(planned), address, at.backups)[0]?.kind).toBe(
      'changed',
    );
    expect(restoreClientFile(file, at.backups).kind).toBe('restored');
    expect(readFileSync(file, 'utf8')).toBe(desktop);
  });

  it('leaves a file alone that was changed since, unless asked again; then that is kept as well', () => {
    const at = place();
    const file = connected(at);
    writeFileSync(file, '{"mine":1}');
    expect(restoreClientFile(file, at.backups)).toEqual({
      kind: 'changed-since',
      file,
      why: 'It was changed since Inkwatch wrote it.',
    });
    expect(readFileSync(file, 'utf8')).toBe('{"mine":1}');
    const restored = restoreClientFile(file, at.backups, { force: true });
    expect(readFileSync(file, 'utf8')).toBe(desktop);
    expect(
      restored.kind === 'restored' &&
        restored.backup !== null &&
        readFileSync(restored.backup, 'utf8'),
    ).toBe('{"mine":1}');
    expect(restoreClientFile(file, at.backups).kind).toBe('nothing');
  });

  it('keeps what a person wrote between two changes', () => {
    const at = place();
    const file = connected(at);
    const mine = readFileSync(file, 'utf8').replace('{', '{"mine":1,');
    writeFileSync(file, mine);
    const planned = plan([fileAt('claude-desktop', file)]);
    pointToInkwatch(planned.entries, allOf(planned), address, at.backups);
    expect(restoreClientFile(file, at.backups).kind).toBe('restored');
    expect(readFileSync(file, 'utf8')).toBe(mine);
    expect(restoreClientFile(file, at.backups).kind).toBe('changed-since');
  });

  it('removes a file that was not there, and brings back one that was removed only if asked', () => {
    const at = place();
    const file = join(at.folder, 'new', 'mcp.json');
    expect(connectClient({ client: 'cursor', file, digest: null }, address, at.backups).kind).toBe(
      'changed',
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(restoreClientFile(file, at.backups)).toEqual({ kind: 'restored', file, backup: null });
    expect(readdirSync(dirname(file))).toEqual([]);

    const other = connected(at);
    rmSync(other);
    expect(restoreClientFile(other, at.backups)).toMatchObject({
      kind: 'changed-since',
      why: 'It was removed since.',
    });
    expect(restoreClientFile(other, at.backups, { force: true }).kind).toBe('restored');
    expect(readFileSync(other, 'utf8')).toBe(desktop);
  });

  it('does not put back a damaged backup, and has nothing to do for other files', () => {
    const at = place();
    const file = connected(at);
    writeFileSync(at.backups.list(file)[0]?.copy ?? '', 'damaged');
    expect(restoreClientFile(file, at.backups)).toEqual({
      kind: 'refused',
      file,
      why: 'Its backup is damaged.',
    });
    writeFileSync(join(at.folder, 'backups', 'odd.json'), '{"__proto__":1}');
    expect(restoreClientFile(join(at.folder, 'other'), at.backups).kind).toBe('nothing');
  });
});

describe('connecting a client', () => {
  it('adds one entry to each client’s file, shown before without its token', () => {
    const at = place();
    for (const dialect of clientDialects) {
      const file = at.put(
        dialect.key,
        dialect.format === 'toml' ? '# mine\nmodel = "x"\n' : '{\n  // mine\n  "x": 1\n}\n',
      );
      const { preview, digest } = previewConnection(file, address);
      expect(JSON.stringify(preview)).not.toContain('SENTINEL');
      expect(preview).toMatchObject({ before: null, entry: `${dialect.group} › inkwatch` });
      expect(preview.after).toContain(dialect.stdioOnly ? '/opt/inkwatch' : address.url);
      expect(preview.notes.length).toBe(dialect.stdioOnly ? 0 : 1);
      expect(connectClient({ ...file, digest }, address, at.backups).kind).toBe('changed');
      expect(readFileSync(file.file, 'utf8')).toContain('mine\n');
      expect(plan([file]).entries.map(({ item }) => item.state)).toEqual(['own']);
      const again = fileDigest(file.file);
      expect(connectClient({ ...file, digest: again }, address, at.backups)).toEqual({
        kind: 'unchanged',
        file: file.file,
      });
      expect(restoreClientFile(file.file, at.backups).kind).toBe('restored');
    }
  });

  it('puts an entry right that is there, and keeps what else it holds', () => {
    const at = place();
    const file = at.put(
      'cursor',
      '{"mcpServers":{"inkwatch":{"url":"http://127.0.0.1:1/mcp","headers":{"Authorization":"Bearer SENTINEL-old-7f3a"},"disabled":false}}}',
    );
    const { preview, digest } = previewConnection(file, address);
    expect(preview.before).toContain('http://127.0.0.1:1/mcp');
    expect(JSON.stringify(preview)).not.toContain('SENTINEL');
    connectClient({ ...file, digest }, address, at.backups);
    expect(JSON.parse(readFileSync(file.file, 'utf8'))).toEqual({
      mcpServers: {
        inkwatch: {
          url: address.url,
          headers: { Authorization: `Bearer ${address.token}` },
          disabled: false,
        },
      },
    });
  });

  it('says in words what it cannot do', () => {
    const at = place();
    const broken = at.put('cursor', '{"mcpServers": SENTINEL');
    expect(() => previewConnection(broken, address)).toThrow('no valid JSON');
    const refused = connectClient(
      { ...broken, digest: fileDigest(broken.file) },
      address,
      at.backups,
    );
    expect(refused).toMatchObject({ kind: 'refused', why: 'It is no valid JSON (line 1).' });
    const file = at.put('codex', 'mcp_servers = {}\n');
    expect(
      connectClient({ ...file, digest: fileDigest(file.file) }, address, at.backups),
    ).toMatchObject({ kind: 'refused' });
    const bridgeless = { ...address, bridge: null };
    const desk = at.put('claude-desktop', '{}');
    expect(() => previewConnection(desk, bridgeless)).toThrow('only starts commands');
    const digest = fileDigest(desk.file);
    expect(connectClient({ ...desk, digest }, bridgeless, at.backups)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('only starts commands'),
    });
    const blocked = openBackups(join(file.file, 'no-folder'));
    const good = at.put('cursor', '{}');
    expect(
      connectClient({ ...good, digest: fileDigest(good.file) }, address, blocked),
    ).toMatchObject({ kind: 'refused' });
    expect(readFileSync(good.file, 'utf8')).toBe('{}');
  });
});
