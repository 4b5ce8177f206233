/** A result of `tools/call` that a parser and a printer would change. */
export const oddResult =
  '{ "content":[{"type":"text","text":"\\u00e9 \\ud83d\\ude00 \\/"}], "structuredContent":{"z":1.0,"big":9007199254740993,"a":1E+2,"a":2}, "_meta":{"own/key":null}, "x-more":[] }';
