import type { Config } from '../config.ts';
import { fillFileStore, type FilledStore, imagesFolder, type ImageStore, openFileStore } from './image-store.ts';
import { fillS3Store, openS3Store } from './s3-image-store.ts';

type StoreConfig = Pick<Config, 'dataFolder' | 's3'>;

export async function openImageStore(config: StoreConfig): Promise<ImageStore> {
  const files = await openFileStore(imagesFolder(config));
  return config.s3 ? openS3Store(config.s3, files, imagesFolder(config)) : files;
}

export const fillImageStore = (config: StoreConfig): FilledStore => (config.s3 ? fillS3Store(config.s3) : fillFileStore(config));
