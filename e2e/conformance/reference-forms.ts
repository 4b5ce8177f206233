/** Forms that the suite's elicitation scenarios ask for, by tool. */
export const elicitations = {
  test_elicitation: {
    required: ['message'],
    ask: (args: Readonly<Record<string, unknown>>) => ({
      message: String(args.message),
      requestedSchema: {
        type: 'object' as const,
        properties: {
          username: { type: 'string' as const, description: "User's response" },
          email: { type: 'string' as const, description: "User's email address" },
        },
        required: ['username', 'email'],
      },
    }),
    says: (action: string, content: string) =>
      `User response: action: ${action}, content: ${content}`,
  },
  test_elicitation_sep1034_defaults: {
    required: undefined,
    ask: () => ({
      message: 'Please review the defaults',
      requestedSchema: {
        type: 'object' as const,
        properties: {
          name: { type: 'string' as const, default: 'John Doe' },
          age: { type: 'integer' as const, default: 30 },
          score: { type: 'number' as const, default: 95.5 },
          status: {
            type: 'string' as const,
            enum: ['active', 'inactive', 'pending'],
            default: 'active',
          },
          verified: { type: 'boolean' as const, default: true },
        },
      },
    }),
    says: (action: string, content: string) =>
      `Elicitation completed: action=${action}, content=${content}`,
  },
  test_elicitation_sep1330_enums: {
    required: undefined,
    ask: () => ({
      message: 'Please choose',
      requestedSchema: {
        type: 'object' as const,
        properties: {
          untitledSingle: { type: 'string' as const, enum: ['option1', 'option2', 'option3'] },
          titledSingle: {
            type: 'string' as const,
            oneOf: [
              { const: 'value1', title: 'First Option' },
              { const: 'value2', title: 'Second Option' },
              { const: 'value3', title: 'Third Option' },
            ],
          },
          legacyEnum: {
            type: 'string' as const,
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: {
            type: 'array' as const,
            items: { type: 'string' as const, enum: ['option1', 'option2', 'option3'] },
          },
          titledMulti: {
            type: 'array' as const,
            items: {
              anyOf: [
                { const: 'value1', title: 'First Choice' },
                { const: 'value2', title: 'Second Choice' },
                { const: 'value3', title: 'Third Choice' },
              ],
            },
          },
        },
      },
    }),
    says: (action: string, content: string) =>
      `Elicitation completed: action=${action}, content=${content}`,
  },
};
