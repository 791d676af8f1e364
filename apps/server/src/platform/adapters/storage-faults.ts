const codeOf = (error: unknown): string => (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';

export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));

/** Returns true if files cannot be written at all, which an operator must fix. */
export const isUnwritable = (error: unknown): boolean => ['EROFS', 'EACCES', 'EPERM', 'EIO'].includes(codeOf(error));
