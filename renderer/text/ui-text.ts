export const uiText = {
  showAll: (characters: string) => `Show all ${characters} characters`,
  showLess: 'Show less',
  close: 'Close',
  dismiss: 'Dismiss',
  copied: 'Copied',
  copy: 'Copy',
  copyFailed: 'The system refused the clipboard. Select the text and copy it by hand.',
  tryAgain: 'Try again',
  notifications: 'Messages',
  failed: (why: string) => why,
} as const;
