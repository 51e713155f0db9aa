import type { INodeProperties } from 'n8n-workflow';
import { checkProperties } from './check';
import { monitorProperties } from './monitors';
import { operationProperty } from './operation';
import { otherProperties } from './others';
import { stateProperties } from './state';

/** The form of the node, in the order in which it is read. */
export const properties: INodeProperties[] = [
  operationProperty,
  ...monitorProperties,
  ...checkProperties,
  ...otherProperties,
  ...stateProperties,
];
