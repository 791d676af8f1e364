import { eastAndSouth } from './cast/east-and-south.ts';
import { elsewhere } from './cast/elsewhere.ts';
import { nigeriaNorth } from './cast/nigeria-north.ts';
import { nigeriaSouth } from './cast/nigeria-south.ts';
import { north } from './cast/north.ts';
import type { Person } from './cast/person.ts';
import { west } from './cast/west.ts';

export const people: readonly Person[] = [...nigeriaSouth, ...nigeriaNorth, ...west, ...eastAndSouth, ...north, ...elsewhere];
