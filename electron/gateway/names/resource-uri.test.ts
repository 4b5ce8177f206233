import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exposedUri, resourceOf } from './resource-uri.ts';

it('a resource of all servers is found by its server and its own URI', () => {
  const template = { server: 'everything', uri: 'demo://resource/dynamic/{id}' };
  expect(exposedUri(template)).toBe('inkwatch://everything/demo://resource/dynamic/{id}');
  const server = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
  fc.assert(
    fc.property(server, fc.string(), (name, uri) => {
      expect(resourceOf(exposedUri({ server: name, uri }))).toEqual({ server: name, uri });
    }),
  );
});

it('any other URI is none of an upstream', () => {
  for (const uri of [
    'file:///x',
    'inkwatch://',
    'inkwatch://files',
    'inkwatch:///x',
    'inkwatch://a b/x',
    '',
  ]) {
    expect(resourceOf(uri)).toBeNull();
  }
});
