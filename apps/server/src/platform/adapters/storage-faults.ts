const codeOf = (error: unknown): string => (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';

export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));

export const isUnwritable = (error: unknown): boolean => ['EROFS', 'EACCES', 'EPERM', 'EIO'].includes(codeOf(error));
