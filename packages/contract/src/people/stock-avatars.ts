export const stockAvatars = ['gele', 'fila', 'afro', 'braids', 'shades', 'mask'] as const;
export type StockAvatar = (typeof stockAvatars)[number];

export const stockAvatarUrl = (name: StockAvatar): string => `/avatars/${name}.svg`;
