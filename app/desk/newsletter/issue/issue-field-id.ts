export function issueFieldId(field: string): string {
  return `issue-${field}`;
}
