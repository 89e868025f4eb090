-- Names that begin with the letters typed stand side by side in this index and anywhere in the table: up to four hundred of
-- them were fetched one page each. Now all that is asked of them is here.
drop index search_suggestions_words;
create index search_suggestions_words on search_suggestions (words) include (kind, slug, label, weight);
