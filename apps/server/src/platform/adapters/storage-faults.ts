const codeOf = (error: unknown): string => (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';

export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));

export const isUnwritable = (error: unknown): boolean => ['EROFS', 'EACCES', 'EPERM', 'EIO'].includes(codeOf(error));

/** Returns an error of the file system in words, with what the operator can do; null for other errors. */
export function describeStorageFault(error: unknown): string | null {
  const { syscall = '', path, dest } = error as Partial<NodeJS.ErrnoException> & { dest?: string };
  const describe = faults[codeOf(error)];
  // The object store's errors have such a code, but no system call, and their own words.
  return describe === undefined || /^(?:$|connect|listen|bind|getaddrinfo|spawn)/.test(syscall)
    ? null
    : describe(dest ?? path ?? 'The path');
}

const full = (file: string): string => `${file} cannot be written, because the disk is full. Free some space, or choose another disk.`;
const forbidden = (file: string): string =>
  `${file} may not be read or written by this user. Change its owner or permissions (chown, chmod), or choose another place.`;

const faults: Record<string, (file: string) => string> = {
  ENOENT: (file) => `${file} does not exist. Check its spelling, and that its disk is mounted.`,
  ENOTDIR: (file) => `${file} cannot be used, because a part of the path is a file instead of a folder.`,
  EISDIR: (file) => `${file} is a folder instead of a file.`,
  EEXIST: (file) => `${file} already exists. Choose another name.`,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: (file) => `${file} cannot be written, because its disk is read-only. Mount it for writing, or choose another place.`,
  ENOSPC: full,
  EDQUOT: full,
  EIO: (file) => `${file} cannot be read or written, because its disk has errors. Check the disk and the system log.`,
  EMFILE: (file) => `${file} cannot be opened, because this process has too many open files. Raise the limit (ulimit -n).`,
};
