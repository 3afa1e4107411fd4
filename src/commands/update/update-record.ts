/** The record of the last update, relative to the project. It has a file of its own, so that other commands load nothing else. */
export const updateRecord = ".tsop/update.json";
