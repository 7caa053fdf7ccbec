// The screens of the workbench and of the search by file, and the offline tab of a license.
export const workbench = {} as const
