import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { serveReference } from './reference-http.ts';
import { createReferenceServer } from './reference-tools.ts';

// A server that passes what the official conformance suite asks of one, as far as the SDK can. It is run
// directly and behind the gateway, and the two have to get the same verdicts (R4 of the targets).

if (process.argv.includes('--stdio')) {
  await createReferenceServer().connect(new StdioServerTransport());
} else {
  const { url } = await serveReference();
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}
process.on('SIGTERM', () => process.exit(0));
