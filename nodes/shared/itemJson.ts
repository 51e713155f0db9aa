import { jsonParse, type IDataObject } from 'n8n-workflow';

/**
 * A value as the json of an n8n item: a copy of its own, so that a later node that changes its items cannot change
 * what a cache or another item holds; without Infinity (null) and NUL (removed), which databases refuse.
 */
export function itemJson(value: object): IDataObject {
  const text = JSON.stringify(value, withoutNul);
  return jsonParse<IDataObject>(text);
}

function withoutNul(_name: string, value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}
