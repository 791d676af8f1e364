import { eastAndSouth } from './people-east-and-south.ts';
import { elsewhere } from './people-elsewhere.ts';
import { nigeriaNorth } from './people-nigeria-north.ts';
import { nigeriaSouth } from './people-nigeria-south.ts';
import { north } from './people-north.ts';
import { west } from './people-west.ts';
import type { Person } from './person.ts';

export const people: readonly Person[] = [...nigeriaSouth, ...nigeriaNorth, ...west, ...eastAndSouth, ...north, ...elsewhere];
