export const marksText = {
  section: 'Your marks',
  flag: 'Flag',
  flagged: 'Flagged',
  unflag: 'Take the flag away',
  review: 'Reviewed',
  reviewed: 'Reviewed',
  unreview: 'Not reviewed',
  markReviewed: 'Mark as reviewed',
  comment: 'Comment',
  commentHint: 'For you alone: it stands beside the ledger, and is exported with it.',
  addComment: 'Add a comment',
  editComment: 'Edit',
  saveComment: 'Save',
  cancelComment: 'Cancel',
  said: {
    flagged: (n: number, shown: string) => (n === 1 ? 'Flagged' : `${shown} writes flagged`),
    unflagged: (n: number, shown: string) =>
      n === 1 ? 'Flag taken away' : `Flags of ${shown} writes taken away`,
    reviewed: (n: number, shown: string) => (n === 1 ? 'Reviewed' : `${shown} writes reviewed`),
    unreviewed: (n: number, shown: string) =>
      n === 1 ? 'Not reviewed' : `${shown} writes not reviewed`,
    comment: 'Comment kept',
  },
  undo: 'Undo',
  failed: (why: string) => `The mark could not be kept: ${why}`,
} as const;
