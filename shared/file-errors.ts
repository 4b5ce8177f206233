/** What the system said of a file, for a person: what is the matter, and what to do about it. */
export interface FileErrorWords {
  readonly why: string;
  readonly todo: string;
}

const known: Readonly<Record<string, FileErrorWords>> = {
  ENOENT: {
    why: 'its folder is not there',
    todo: 'Make the folder, or choose another place',
  },
  ENOTDIR: {
    why: 'a part of its path is a file and no folder',
    todo: 'Choose another place',
  },
  EISDIR: { why: 'a folder has its name', todo: 'Choose another name' },
  EACCES: {
    why: 'you may not write there',
    todo: 'Change the permissions of the file or its folder, or choose another place',
  },
  EPERM: {
    why: 'you may not write there',
    todo: 'Change the permissions of the file or its folder, or choose another place',
  },
  EROFS: { why: 'its disk can only be read', todo: 'Choose a place on another disk' },
  ENOSPC: { why: 'the disk is full', todo: 'Free some space, or choose another disk' },
  EDQUOT: {
    why: 'your share of the disk is used up',
    todo: 'Free some space, or choose another disk',
  },
  EIO: {
    why: 'the disk reported an error',
    todo: 'Check the disk, or choose a place on another one',
  },
  EMFILE: { why: 'too many files are open', todo: 'Close other programs' },
  ENFILE: { why: 'too many files are open', todo: 'Close other programs' },
  ENAMETOOLONG: { why: 'its name is too long', todo: 'Choose a shorter name' },
  ELOOP: { why: 'it is a link that leads back to itself', todo: 'Remove the link' },
  EBUSY: { why: 'another program holds it', todo: 'Close that program' },
};

/** Node's own message begins with the code: "ENOENT: no such file or directory, open '/…'". */
const coded = /^([A-Z][A-Z0-9_]{2,}):/;

/** Null: the message begins with no code that is known here, and may be words already. */
export function fileErrorWords(message: string): FileErrorWords | null {
  const code = coded.exec(message)?.[1] ?? '';
  return Object.hasOwn(known, code) ? (known[code] ?? null) : null;
}
