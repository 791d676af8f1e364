const codeOf = (error: unknown): string => (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';

/** Whether the file system has no room left, for anybody or for this user. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));

/** Whether files cannot be written at all: read-only, not ours, or broken. Somebody has to mend it. */
export const isUnwritable = (error: unknown): boolean => ['EROFS', 'EACCES', 'EPERM', 'EIO'].includes(codeOf(error));
