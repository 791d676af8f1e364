import { idParams, message } from './fields.ts';

export const sanctionShapes = {
  acknowledgeWarning: { params: idParams, answer: message },
};
