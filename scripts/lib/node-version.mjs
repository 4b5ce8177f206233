// Imported before anything else, and imports nothing: an old Node gets this sentence, not a stack.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Inkwatch needs Node 20.19 or newer; this is ${process.versions.node}. Get it from https://nodejs.org\n`,
  );
  process.exit(1);
}

export {};
