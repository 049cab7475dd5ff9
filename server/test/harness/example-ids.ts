/** The ids that the examples of the OpenAPI document name; each ends in a mark of its own. */
export const exampleId = (mark: string): string => `01930000-0000-7000-8000-0000000000${mark}`;
