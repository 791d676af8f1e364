import { z } from 'zod';
import { idParams } from './fields.ts';

const saved = z.object({ message: z.string(), data: z.object({ is_saved: z.boolean() }) });

export const savedPostShapes = {
  savePhoto: { params: idParams, answer: saved },
  unsavePhoto: { params: idParams, answer: saved },
};
