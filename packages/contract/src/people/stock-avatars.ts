/** The six portraits a member may wear in place of a photo. They are served with the web app. */
export const stockAvatars = ['gele', 'fila', 'afro', 'braids', 'shades', 'mask'] as const;
export type StockAvatar = (typeof stockAvatars)[number];

export const stockAvatarUrl = (name: StockAvatar): string => `/avatars/${name}.svg`;
