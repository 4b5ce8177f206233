export const approvalsText = {
  banner: {
    region: 'A call that waits for you',
    one: (client: string, tool: string, server: string) =>
      `${client} wants to call ${tool} of ${server}.`,
    many: (n: string) => `${n} calls wait for you.`,
    left: (time: string) => `Refused in ${time} without an answer.`,
    look: 'Look and decide',
  },
  dialog: {
    title: 'May this call go on?',
    position: (at: string, of: string) => `${at} of ${of}`,
    previous: 'Previous question',
    next: 'Next question',
    client: 'Client',
    server: 'Server',
    tool: 'Tool',
    reason: 'Reason',
    noReason: 'none given',
    said: 'as the client says',
    arguments: 'Arguments',
    cut: 'Known secrets are left out, and long texts are cut.',
    left: (time: string) => `Refused in ${time} if nobody answers`,
    allow: 'Allow once',
    deny: 'Deny',
    alwaysAllow: 'Always allow',
    alwaysDeny: 'Always deny',
    alwaysHint: (tool: string, server: string) =>
      `“Always” is kept as the policy of ${tool}, and can be changed at ${server} on the Servers page.`,
    over: 'This question is over',
    overText:
      'It was answered elsewhere, its time ran out, or the client gave up. A call without an answer is refused.',
    showNext: 'Show the next question',
    close: 'Close',
  },
  said: {
    allow: (tool: string) => `${tool} goes on`,
    deny: (tool: string) => `${tool} was refused`,
    alwaysAllow: (tool: string) => `${tool} goes on, and is allowed from now on`,
    alwaysDeny: (tool: string) => `${tool} was refused, and is from now on`,
    late: 'Too late: this call was decided already.',
    failed: (why: string) => `Not decided: ${why}`,
  },
} as const;
