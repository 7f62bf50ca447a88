-- How the file of a job was read: what a client looks at first when letters or columns come out wrong.
alter table jobs
  add column file_encoding  text collate "C",
  add column file_delimiter text collate "C";
